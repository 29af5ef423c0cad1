export { currentAgreementId } from './agreements.repository.ts'
export { showAgreement, signAgreement } from './agreements.service.ts'
