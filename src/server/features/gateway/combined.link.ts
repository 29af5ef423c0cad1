import type { VehicleLink } from '#server/features/dispatch/index.ts'

/** Combines links into one: every link receives each order, and reports of all links are received. */
export function combineLinks(links: readonly VehicleLink[]): VehicleLink {
  const all = (work: (link: VehicleLink) => void): void => {
    for (const link of links) work(link)
  }
  return {
    start: (order) => all((link) => link.start(order)),
    extend: (order) => all((link) => link.extend(order)),
    slow: (order) => all((link) => link.slow(order)),
    stop: (order, isOver) => all((link) => link.stop(order, isOver)),
    onReport: (heard) => all((link) => link.onReport(heard)),
    close: () => all((link) => link.close()),
  }
}
