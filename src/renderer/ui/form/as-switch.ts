/** Binds a YES/NO field to a switch. */
export const asSwitch = {
  getValueProps: (value: unknown) => ({ checked: value === 'YES' }),
  normalize: (isOn: unknown) => (isOn ? 'YES' : 'NO'),
}
