import type { Icon } from '#member/core/page.ts'

/** Outlines on a grid of 24. */
const shapes: Record<Icon, string> = {
  home: 'M3 11l9-7 9 7v9h-6v-6H9v6H3z',
  card: 'M3 6h18v12H3zM3 10h18M6 15h4',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  bag: 'M5 8h14l1 12H4zM9 8a3 3 0 0 1 6 0',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0',
  flag: 'M5 21V4h13l-2 4 2 4H5',
  ticket: 'M3 7h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM14 7v10',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 3',
  gift: 'M4 10h16v10H4zM3 6h18v4H3zM12 6v14M12 6c-4 0-4-4-2-4s2 4 2 4 0-4 2-4 2 4-2 4',
  star: 'M12 3l2.7 5.8 6.3.7-4.700 4.300 1.300 6.200L12 17l-5.600 3 1.300-6.200L3 9.500l6.300-.7z',
}

export function IconOf({ icon }: { icon: Icon }) {
  return (
    <svg className="m-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[icon]} />
    </svg>
  )
}
