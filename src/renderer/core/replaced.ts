const TRIED = 'pitlane.reloaded'
/** A second failure this soon means that the file is really missing. */
const SOON_MS = 60_000

/** Loads the page again when a part of it is gone, because a newer version was put in its place meanwhile. */
export function reloadWhenReplaced(): void {
  addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(TRIED) ?? 0)
    if (Date.now() - last < SOON_MS) return
    // Without the server there would be no page any more, and what stands on this one would be lost.
    fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
      .then(({ ok }) => {
        if (!ok) return
        sessionStorage.setItem(TRIED, String(Date.now()))
        location.reload()
      })
      .catch(() => undefined)
  })
}
