/** The chapters of the guide, by their paths. */
export const texts: Record<string, string> = import.meta.glob('../../../../docs/guide/en/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
