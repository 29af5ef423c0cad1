/**
 * The props of an element that shows the answer to the question before, such as of another store, while the answer to the new one
 * loads: dimmed, and busy for screen readers.
 */
export const shownOld = (isOld: boolean, className = '') => ({
  className: isOld ? `${className} pl-old`.trim() : className,
  'aria-busy': isOld,
})
