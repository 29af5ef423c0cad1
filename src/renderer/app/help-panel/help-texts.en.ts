/** The help files beside the slices, by their paths. */
export const texts: Record<string, string> = import.meta.glob(
  ['#renderer/features/*/help/*.en.md', '#renderer/app/help/*.en.md'],
  { query: '?raw', import: 'default', eager: true },
)
