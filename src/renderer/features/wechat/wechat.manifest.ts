import type { SliceManifest } from '#renderer/core/slice.ts'

export const wechatManifest: SliceManifest = {
  pages: {
    'wechat/SysWechatAccount': async () => (await import('./wechat-accounts.page.tsx')).WechatAccountsPage,
    'wechat/SysWechatQrList': async () => (await import('./wechat-qr.page.tsx')).WechatQrPage,
    'wechat/SysWechatEventList': async () => (await import('./wechat-events.page.tsx')).WechatEventsPage,
  },
}
