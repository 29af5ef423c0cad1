export type TileKey = 'operations' | 'display' | 'recharge' | 'consume'

/** The big screen of a store, opened in a new window (spec §2). */
export const DISPLAY_PATH = '/game/home'

/** The path of each tile; the big screen opens in a new window. */
export const tilePaths: Record<TileKey, string> = {
  operations: '/dashboard/analysis',
  display: DISPLAY_PATH,
  recharge: '/memberrecharge/SysMemberRechargeTool',
  consume: '/consume/SysConsumeTool',
}
