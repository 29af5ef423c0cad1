/** The help files beside the slices, by their paths. */
export const texts: Record<string, string> = import.meta.glob(
  ['#renderer/features/*/help/*.zh.md', '#renderer/app/help/*.zh.md'],
  { query: '?raw', import: 'default', eager: true },
)
