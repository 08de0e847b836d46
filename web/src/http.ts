// Plain requests to the server. A refusal is a `Failure`, also where the network itself fails.

import { locked } from "./access.svelte"
import { at } from "./address"
import type { Failure } from "./messages"
import { network } from "./offline/network.svelte"

export class Refused extends Error {
  constructor(
    readonly failure: Failure,
    readonly status: number,
  ) {
    super(failure.code)
  }
}

const UNREACHABLE: Failure = { code: "offline", detail: { key: "web.unreachable" }, retry_after: null }

export function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return request(path, signal === undefined ? {} : { signal }).then((response) => response.json() as Promise<T>)
}

export function getText(path: string): Promise<string> {
  return request(path, {}).then((response) => response.text())
}

export function postJson<T>(path: string, body: unknown): Promise<T> {
  return request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).then((response) => response.json() as Promise<T>)
}

async function request(path: string, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(at(path), { ...init, credentials: "same-origin" })
  } catch {
    if (init.signal?.aborted !== true) network.lost = true
    throw new Refused(UNREACHABLE, 0)
  }
  network.lost = false
  if (response.ok) return response
  const failure = await failureOf(response)
  if (failure.code === "password_needed" || failure.code === "by_invitation") locked.by = failure.code
  throw new Refused(failure, response.status)
}

async function failureOf(response: Response): Promise<Failure> {
  try {
    const body = (await response.json()) as Partial<Failure>
    if (typeof body.code === "string" && body.detail !== undefined)
      return { code: body.code, detail: body.detail, retry_after: body.retry_after ?? null }
  } catch {
    // Not ours: a proxy in between has answered.
  }
  return { code: "unavailable", detail: { key: "web.unavailable", args: { status: response.status } }, retry_after: null }
}
