/** The place of a page while its code or its rights arrive; nothing moves when they do. */
export const PageWaiting = () => (
  <div className="pl-page pl-page-waiting" aria-busy="true">
    <span />
    <span />
    <span />
  </div>
)
