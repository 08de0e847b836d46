// Reactions and phrases: they travel as keys, and everybody reads them in their own language.

import type { EmoteShown } from "../messages"

export type EmoteName = EmoteShown["emote"]

/** Each with its sign. */
export const SIGNS: Record<EmoteName, string> = {
  clap: "r-clap", smile: "u-smile", wow: "r-wow", sad: "r-sad", heart: "r-heart", yes: "u-check",
  moment: "u-chat", your_turn: "u-chat", again: "u-chat", bye: "u-chat",
}
export const REACTIONS = ["clap", "smile", "wow", "sad", "heart", "yes"] as const
export const PHRASES = ["moment", "your_turn", "again", "bye"] as const
