export const sync = {
  'error.sync.unreadable': '这条记录在本机无法读取，请联系管理员',
  'error.sync.serverFails': '服务器多次处理失败，已留存一份。请联系管理员，之后可重试',
  'error.storage.full': '本机磁盘已满，未保存也未打印。请清理磁盘后重试',
  'error.storage.readOnly': '本机数据文件只读，未保存也未打印。请联系管理员',
  'error.storage.tooNew': '本机数据文件属于 {version} 版，需要 {oldest} 或更新的版本才能使用',
  'error.storage.failed': '本机保存失败，未打印：{reason}',
} as const
