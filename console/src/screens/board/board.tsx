export default function Board() {
  return <p>board</p>;
}
