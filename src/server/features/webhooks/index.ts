export { createWebhookSender } from './deliveries.job.ts'
