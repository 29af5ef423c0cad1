export { type CustomerDisplay, createCustomerDisplay } from './customer-display.ts'
