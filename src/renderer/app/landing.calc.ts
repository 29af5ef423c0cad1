export type TileKey = 'operations' | 'display' | 'recharge' | 'consume'

/** The big screen of a store, in a window of its own (spec §2). */
export const DISPLAY_PATH = '/game/home'

/**
 * The page behind each tile; null while the product has none. A tile never leads to an address that nothing is at, nor
 * blames the account for what nobody has.
 */
export const tilePaths: Record<TileKey, string | null> = {
  operations: '/dashboard/analysis',
  display: null,
  recharge: '/memberrecharge/SysMemberRechargeTool',
  consume: '/consume/SysConsumeTool',
}
