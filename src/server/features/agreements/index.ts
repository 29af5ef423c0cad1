export { currentAgreementId } from './agreements.repository.ts'
export { ownAgreement, showAgreement, signAgreement, signByOneself } from './agreements.service.ts'
