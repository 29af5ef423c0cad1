export type TileKey = 'operations' | 'display' | 'recharge' | 'consume'

/** The big screen of a store, in a window of its own (spec §2). */
export const DISPLAY_PATH = '/game/home'

/** The page behind each tile; the big screen is opened in a window of its own. */
export const tilePaths: Record<TileKey, string> = {
  operations: '/dashboard/analysis',
  display: DISPLAY_PATH,
  recharge: '/memberrecharge/SysMemberRechargeTool',
  consume: '/consume/SysConsumeTool',
}
