/** The chapters of the guide, by their paths. */
export const texts: Record<string, string> = import.meta.glob('../../../../docs/guide/zh/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
