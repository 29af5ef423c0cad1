/**
 * Makes the click that enters a number field with a zero select it, as the Tab key does: typed digits replace the zero.
 * Otherwise `20` behind `0.00` is `0.0020`, which is rounded to nothing.
 */
export function selectZeros(): void {
  let entered: EventTarget | null = null
  window.addEventListener('focusin', ({ target }) => {
    entered = target
  })
  window.addEventListener('click', ({ target }) => {
    const isEntry = target === entered
    entered = null
    if (!isEntry || !(target instanceof HTMLInputElement) || target.role !== 'spinbutton') return
    if (/^0(\.0*)?$/.test(target.value)) target.select()
  })
}
