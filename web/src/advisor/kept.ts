// Real tables that this browser keeps: the latest ones, each with its lines.

import { KeptList } from "../keptList"
import { checkedTable, type RealTable } from "./table"

export const TABLES = new KeptList("advisor", "advisors")

export function keptTable(id: string): RealTable | null {
  return checkedTable(TABLES.find(id))
}

export function keepTable(table: RealTable, over = false, now = Date.now()): void {
  const { id, game, names } = table
  TABLES.keep({ id, game, names, at: now, over }, JSON.stringify(table))
}
