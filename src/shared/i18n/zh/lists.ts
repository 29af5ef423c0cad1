/** How people look at lists, what files they keep, and where they are signed in. */
export const lists = {
  'error.files.personFull': '您上传的文件合计已达 {limit} MB 的上限，请先删除不用的文件',
  'error.files.storeFull': '本店上传的文件合计已达 {limit} MB 的上限，请先删除不用的文件',
  'error.listViews.tooMany': '最多保存 {limit} 个视图，请先删除不用的',
  'error.listViews.nameTaken': '已有同名的视图',
  'input.viewTooLarge': '条件过多，无法保存',
  'message.account.signedOutElsewhere': '其他登录已全部退出',
  'field.view.list': '列表',
  'field.view.name': '视图名称',
  'field.view.isDefault': '默认视图',
  'field.view.content': '视图内容',
  'field.view.density': '表格密度',
  'field.view.id': '视图',
} as const
