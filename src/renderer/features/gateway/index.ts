export { EmergencyBanner } from './emergency-banner.tsx'
export { EmergencyButton, StopVehicleButton } from './emergency-button.tsx'
export { useStoppedVehicles } from './use-emergency.ts'
