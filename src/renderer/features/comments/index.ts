export { GuestComment } from './guest-comment.tsx'
