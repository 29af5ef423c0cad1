/**
 * Makes everything on the page inert except one element and the help beside it, also elements added later; the returned function
 * reverts it.
 */
export function inertBesides(own: HTMLElement): () => void {
  const taken: HTMLElement[] = []
  const take = (): void => {
    for (const element of document.body.children) {
      if (element === own || !(element instanceof HTMLElement) || element.inert || element.dataset.beside) continue
      element.inert = true
      taken.push(element)
    }
  }
  take()
  const observer = new MutationObserver(take)
  observer.observe(document.body, { childList: true })
  return () => {
    observer.disconnect()
    for (const element of taken) element.inert = false
  }
}
