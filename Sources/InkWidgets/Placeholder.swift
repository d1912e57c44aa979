import InkModel
