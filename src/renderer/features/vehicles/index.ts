export { VehiclePickerField } from './vehicle-picker.tsx'
