const TRIED = 'pitlane.reloaded'
/** A second failure this soon means that the file is really missing. */
const SOON_MS = 60_000

/** Whether a reload would find the program: wherever it comes from answers. */
export const isProgramThere = (): Promise<boolean> =>
  fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Loads the page again when a part of it is gone, because a newer version was put in its place meanwhile. */
export function reloadWhenReplaced(): void {
  addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(TRIED) ?? 0)
    if (Date.now() - last < SOON_MS) return
    // Without the server there would be no page any more, and what stands on this one would be lost.
    void isProgramThere().then((isThere) => {
      if (!isThere) return
      sessionStorage.setItem(TRIED, String(Date.now()))
      location.reload()
    })
  })
}
