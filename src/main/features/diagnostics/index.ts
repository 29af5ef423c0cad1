export { createDiagnostics, type DiagnosticsDeps } from './diagnostics.ts'
