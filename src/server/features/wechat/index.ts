export { hasWechatAccount, sendByWechat } from './wechat-send.service.ts'
