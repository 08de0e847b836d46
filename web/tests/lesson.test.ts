import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import type { GameUi } from "../src/games/ui"
import type { Lesson, LessonStep, LessonTask } from "../src/messages"
import { around, tailTo } from "../src/learn/marks"
import { emptyStorage } from "./storage"

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

beforeEach(() => {
  emptyStorage()
  Object.assign(globalThis, {
    document: { visibilityState: "visible", documentElement: {}, querySelectorAll: () => [] },
    getComputedStyle: () => ({ getPropertyValue: () => "0ms" }),
    matchMedia: () => ({ matches: true, addEventListener: () => undefined }),
  })
  Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true })
})

function task(change: Partial<LessonTask>): LessonTask {
  const frame = { facts: [], view: { game: "pig" }, offer: null } as unknown as LessonTask["frames"][number]
  return { frames: [frame], hold: false, move: null, places: [], ...change }
}

function step(fresh: boolean, tasks: LessonTask[], after: LessonTask["frames"] = []): LessonStep {
  return { table: {}, fresh, tasks, after, texts: {} } as unknown as LessonStep
}

const LESSON: Lesson = {
  game: "pig",
  steps: [
    step(true, [task({ move: "roll", places: ["move:roll"] })]),
    step(false, [task({ frames: [], places: ["bank", "seat:1"] })]),
    step(true, [task({ hold: true, places: ["bank"] }), task({ move: "stop", places: ["move:stop"] })], task({}).frames),
    step(true, [], task({}).frames),
  ],
}

async function opened() {
  const { Course } = await import("../src/learn/course.svelte")
  const course = new Course(LESSON, { flights: () => [] } as unknown as GameUi)
  await settle()
  return course
}

test("only what is asked leads on", async () => {
  const course = await opened()
  assert.deepEqual([course.step, course.phase, course.places], [0, "asked", ["move:roll"]])
  assert.equal(course.play("stop"), false)
  assert.equal(course.tap("move:roll"), false, "a move is played, not tapped")
  assert.equal(course.play("roll"), true)
  await settle()
  assert.deepEqual([course.step, course.spoken, course.places], [1, 1, ["bank", "seat:1"]])
  assert.equal(course.play("roll"), false)
  assert.equal(course.tap("deck"), false)
  assert.equal(course.tap("seat:1"), true)
  assert.deepEqual(course.places, ["bank"], "several things are tapped in any order")
  assert.equal(course.tap("seat:1"), false)
  course.tap("bank")
  await settle()
  assert.deepEqual([course.step, course.scene, course.hold], [2, 2, true])
})

test("a position that has come to its end is looked at before the next, and the last one ends the lesson", async () => {
  const course = await opened()
  for (const _ of [1, 2, 3]) {
    course.skip()
    await settle()
  }
  assert.deepEqual([course.step, course.task, course.hold], [2, 1, false])
  course.play("stop")
  await settle()
  assert.deepEqual([course.step, course.phase], [2, "seen"])
  course.skip()
  await settle()
  assert.deepEqual([course.step, course.phase], [3, "over"])
  course.again()
  await settle()
  assert.deepEqual([course.step, course.phase], [0, "asked"])
})

test("one comes back to the last position of its own up to where one was, and finished is finished", async () => {
  const { firstStep, finishLesson, lessonFinished, reachStep } = await import("../src/learn/lessons")
  assert.equal(firstStep(LESSON), 0)
  reachStep("pig", 1)
  assert.equal(firstStep(LESSON), 0)
  reachStep("pig", 2)
  assert.deepEqual([firstStep(LESSON), lessonFinished("pig")], [2, false])
  finishLesson("pig")
  reachStep("pig", 1)
  assert.deepEqual([firstStep(LESSON), lessonFinished("pig"), lessonFinished("dice")], [0, true, false])
})

test("the tail points at the thing from the side where it is, and a small thing has room for a finger", () => {
  const bubble = { left: 10, top: 400, width: 340, height: 120 }
  assert.deepEqual(tailTo({ left: 170, top: 600, width: 40, height: 60 }, bubble), { x: 180, up: false })
  assert.deepEqual(tailTo({ left: 0, top: 90, width: 20, height: 20 }, bubble), { x: 26, up: true })
  assert.deepEqual(around({ left: 100, top: 100, width: 10, height: 80 }), { left: 83, top: 96, width: 44, height: 88, inset: [13, 0] })
})
