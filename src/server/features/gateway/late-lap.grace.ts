/** A box sends an unconfirmed lap again after this time or later, with its age at that time. */
const RESEND_AFTER_MS = 2000
/** More than are ever suspect at once. */
const MAX_SUSPECT_LAPS = 10_000

/**
 * A lap that seems to be later than the end of its run is not rejected on first receipt: the network may have delayed the message by
 * minutes, and its age was right when it was sent. The box sends the lap again with its new age. The function returns whether to wait for
 * that.
 */
export function createLateLapGrace(): (lap: string, receivedAt: number) => boolean {
  const suspects = new Map<string, number>()
  return (lap, receivedAt) => {
    const firstReceivedAt = suspects.get(lap)
    if (firstReceivedAt !== undefined && receivedAt - firstReceivedAt >= RESEND_AFTER_MS) return !suspects.delete(lap)
    if (suspects.size >= MAX_SUSPECT_LAPS) suspects.clear()
    suspects.set(lap, firstReceivedAt ?? receivedAt)
    return true
  }
}
