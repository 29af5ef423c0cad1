export { currentAgreementId } from './agreements.repository.ts'
