export { NoticeWord, UrgentNotice } from './counter-notices.tsx'
export { HomeNotices } from './home-notices.tsx'
export { MessageResult } from './message-result.tsx'
export { NoticeBell } from './notice-bell.tsx'
