// How options are called and what their values mean, in the reader's language.

import type { Clock, OptionInfo } from "../messages"
import { tell, told } from "../text"

/** "good-number" is read under "good_number". */
function word(value: string): string {
  return value.replaceAll("-", "_")
}

export function isFlag(option: OptionInfo): boolean {
  return option.values?.length === 2 && option.values[0] === "off" && option.values[1] === "on"
}

export function optionLabel(game: string, option: OptionInfo): string {
  const key = `${game}.option_${option.name}`
  return told(key) ? tell(key) : option.name.replaceAll("_", " ")
}

/** What an option is about, and the rule that it changes, whose number stays on one line. */
export function optionHelp(game: string, option: OptionInfo): string {
  const key = `${game}.help_${option.name}`
  if (!told(key)) return option.rule
  return option.rule ? tell("web.help_rule", { help: tell(key), rule: option.rule.replace("-", "\u2011") }) : tell(key)
}

export function optionValue(game: string, value: string): string {
  const key = [`${game}.value_${word(value)}`, `web.value_${word(value)}`].find(told)
  return key === undefined ? value : tell(key)
}

/** All values that can be chosen; the first is "by the rules" where the rules give it. */
export function choices(game: string, option: OptionInfo): { value: string; text: string }[] {
  const usual = option.default === null ? [{ value: "", text: tell("web.by_the_rules") }] : []
  const numbers =
    option.low === null || option.high === null
      ? []
      : Array.from({ length: option.high - option.low + 1 }, (_, n) => String(n + (option.low ?? 0)))
  const all = [...numbers, ...(option.values ?? [])]
  return [...usual, ...all.map((value) => ({ value, text: optionValue(game, value) }))]
}

/** The pills under the seats: what is told always, and what was changed. */
export function summary(game: string, options: OptionInfo[], changed: Record<string, string>, clock: Clock): string[] {
  const pills = options.flatMap((option) => {
    const value = changed[option.name] ?? option.default
    const short = value === null ? "" : `${game}.pill_${option.name}_${word(value)}`
    if (told(short)) return [tell(short)]
    if (changed[option.name] === undefined || value === null) return []
    return [`${optionLabel(game, option)}: ${optionValue(game, value)}`]
  })
  return [...pills, clockText(clock)]
}

export function clockText(clock: Clock): string {
  const parts = []
  if (clock.move) parts.push(tell("web.clock_move", { time: span(clock.move) }))
  if (clock.game) parts.push(tell("web.clock_game", { time: span(clock.game) }))
  return parts.length ? parts.join(", ") : tell("web.clock_none")
}

/** 30 → "30 s", 120 → "2 min", 86400 → "1 day". */
export function span(seconds: number): string {
  if (seconds % 86400 === 0) return tell("web.days", { n: seconds / 86400 })
  if (seconds % 3600 === 0) return tell("web.hours", { n: seconds / 3600 })
  if (seconds % 60 === 0) return tell("web.minutes", { n: seconds / 60 })
  return tell("web.seconds", { n: seconds })
}
