export { enrolmentOf } from './member-faces.repository.ts'
export { withdrawFace } from './member-faces.service.ts'
