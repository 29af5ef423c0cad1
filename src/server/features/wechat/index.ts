export { authorizationUrl, identify, type WechatUser } from './identify.service.ts'
export { bindOpenid, holderOf } from './member-openids.service.ts'
export { guestWechatCalls } from './wechat-client.service.ts'
export { hasWechatAccount, sendByWechat } from './wechat-send.service.ts'
