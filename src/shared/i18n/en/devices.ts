export const devices = {
  'error.devices.notConfigured': 'No printer is set up',
  'error.devices.unreachable': 'The device at {address} cannot be reached',
}
