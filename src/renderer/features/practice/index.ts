export { WithPractice } from './with-practice.tsx'
