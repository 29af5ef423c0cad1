export { NoticeWord, UrgentNotice } from './counter-notices.tsx'
export { NoticeBell } from './notice-bell.tsx'
