import { lazy } from 'react'

/** The pages of administration by their component keys, each loaded when it is opened. */
export const adminPages = {
  'modules/message/sysMessageTemplateList': lazy(async () => ({
    default: (await import('#renderer/features/messages/message-templates.page.tsx')).MessageTemplatesPage,
  })),
  'system/SysPositionList': lazy(async () => ({
    default: (await import('#renderer/features/system/positions.page.tsx')).PositionsPage,
  })),
}
