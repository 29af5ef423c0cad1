export { bookingService } from './booking.service.ts'
