// The time, for what counts down.

let now = $state(Date.now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The time, renewed twice a second while an effect reads it. */
export function currentTime(): number {
  if ($effect.tracking()) {
    $effect(() => {
      watchers += 1
      if (watchers === 1) timer = setInterval(() => (now = Date.now()), 500)
      return () => {
        watchers -= 1
        if (watchers === 0) clearInterval(timer)
      }
    })
  }
  return now
}

/** 24 s → "0:24", 75 min → "1:15:00", beyond a day "3 d". */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const two = (n: number) => String(n).padStart(2, "0")
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600), Math.floor(seconds / 60)]
  if (days > 0) return `${days} d ${hours % 24} h`
  if (hours > 0) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`
  return `${minutes}:${two(seconds % 60)}`
}
