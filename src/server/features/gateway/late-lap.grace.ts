/** A box says a lap again after this or later, and then how old it is by then. */
const SAID_AGAIN_MS = 2000
/** More than are ever doubted at once. */
const MOST = 10_000

/**
 * A lap that seems to be done after its run is not given up when it is heard first: the network may have kept that message for minutes, and
 * how old a lap is was true when it was said. The box says it again, and how old it is then. Answers whether it is to be waited for.
 */
export function createLateLapGrace(): (lap: string, heardAt: number) => boolean {
  const doubted = new Map<string, number>()
  return (lap, heardAt) => {
    const first = doubted.get(lap)
    if (first !== undefined && heardAt - first >= SAID_AGAIN_MS) return !doubted.delete(lap)
    if (doubted.size >= MOST) doubted.clear()
    doubted.set(lap, first ?? heardAt)
    return true
  }
}
