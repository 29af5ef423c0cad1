/** Shows a field that is YES or NO as a switch. */
export const asSwitch = {
  getValueProps: (value: unknown) => ({ checked: value === 'YES' }),
  normalize: (isOn: unknown) => (isOn ? 'YES' : 'NO'),
}
