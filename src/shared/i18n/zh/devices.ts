export const devices = {
  'error.devices.notConfigured': '尚未设置打印机',
  'error.devices.unreachable': '连接不上设备 {address}',
} as const
