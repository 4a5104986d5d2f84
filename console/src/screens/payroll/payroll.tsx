export default function Payroll() {
  return <p>payroll</p>;
}
