const TRIED = 'pitlane.reloaded'
/** A second failure within this time means that the file is really missing. */
const SOON_MS = 60_000

/** Whether a reload would work: the origin of the page answers. */
export const isProgramThere = (): Promise<boolean> =>
  fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Reloads the page when one of its chunks is gone because a newer version was deployed. */
export function reloadWhenReplaced(): void {
  addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(TRIED) ?? 0)
    if (Date.now() - last < SOON_MS) return
    // Without the server a reload would lose the page and the input on it.
    void isProgramThere().then((isThere) => {
      if (!isThere) return
      sessionStorage.setItem(TRIED, String(Date.now()))
      location.reload()
    })
  })
}
