// Plain requests to the server. A refusal is a `Failure`, also where the network itself fails.

import { locked } from "./access.svelte"
import { at } from "./address"
import type { Failure } from "./messages"

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
  return request<T>(path, signal === undefined ? {} : { signal })
}

export function postJson<T>(path: string, body: unknown): Promise<T> {
  return request<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response
  try {
    response = await fetch(at(path), { ...init, credentials: "same-origin" })
  } catch {
    throw new Refused(UNREACHABLE, 0)
  }
  if (response.ok) return (await response.json()) as T
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
